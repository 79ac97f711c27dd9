"""Manuals in XML keep their titles, steps and points; other XML is read element by element."""

from __future__ import annotations

import pytest

from builder.load.read import known, read_known

MALLARD = """<page xmlns="http://projectmallard.org/1.0/" type="guide" id="crop"><info><desc>Cut a photo.</desc></info>
<title>Cropping</title><p>To cut a photo, use the
  <gui>Crop</gui> tool.</p>
<steps><item><p>Double-click a photo.</p></item><item><p>Press <gui>Crop</gui>.</p></item><item><p>Click
<guiseq><gui>Events</gui><gui>New Event</gui></guiseq> or press <keyseq><key>Ctrl</key><key>Shift</key></keyseq>.</p></item></steps>
<section id="rule"><title>What is the rule of thirds?</title><p>It helps to compose a photo.</p></section></page>"""
DOCBOOK = """<article xmlns="http://docbook.org/ns/docbook"><info><title>Handbook</title><legalnotice><para>Free.</para></legalnotice></info>
<section><title>Backups</title><para>Run <command>tool</command>:</para><programlisting>tool --all</programlisting>
<itemizedlist><listitem><para>daily</para></listitem><listitem><para>weekly</para></listitem></itemizedlist></section></article>"""
DITA = """<task id="t"><title>Change the battery</title><shortdesc>Every year.</shortdesc><taskbody><steps>
<step><cmd>Open the lid.</cmd></step><step><cmd>Take the battery out.</cmd></step></steps></taskbody></task>"""


def text_of(xml: str) -> str:
    return read_known(known(xml.encode(), "a.xml"), "kb").text


def test_mallard_keeps_titles_and_steps() -> None:
    document = read_known(known(MALLARD.encode(), "crop.xml"), "kb")
    assert document.title == "Cropping" and [h.label for h in document.headings] == [
        "Cropping",
        "Cropping > What is the rule of thirds?",
    ]
    assert (
        "use the Crop tool." in document.text
        and "1. Double-click a photo." in document.text
        and "2. Press Crop." in document.text
    )
    assert "3. Click Events > New Event or press Ctrl+Shift." in document.text
    assert "Cut a photo" not in document.text


def test_docbook_keeps_code_and_points_and_leaves_notices_out() -> None:
    text = text_of(DOCBOOK)
    assert text.startswith("# Handbook") and "## Backups" in text and "tool --all" in text and "- daily" in text
    assert "Free." not in text


def test_dita_keeps_steps() -> None:
    text = text_of(DITA)
    assert "# Change the battery" in text and "1. Open the lid." in text and "2. Take the battery out." in text


@pytest.mark.parametrize(
    "xml",
    ["<rss><channel><title>News</title><item><title>One</title></item></channel></rss>", "<page><row>One</row></page>"],
)
def test_other_xml_is_read_element_by_element(xml: str) -> None:
    document = read_known(known(xml.encode(), "a.xml"), "kb")
    assert "One" in document.text and not document.headings
