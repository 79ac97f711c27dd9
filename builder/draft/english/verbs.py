"""What people do in programs and offices, as headings, cells and orders open with it."""

from __future__ import annotations

# A tagger takes "integer inequality" and "message templates" for acts as well.
VERBS = frozenset(
    "abort accept achieve activate add adjust align allow analyze annotate append apply archive arrange assign attach autosave avoid browse "
    "build burn calculate calibrate call cancel capture center centre change check choose clean clear close collapse combine commit compare "
    "compile complete compress compute conduct configure confirm connect convert copy create customise customize cut cycle deactivate debug "
    "declare decrease decrypt define delegate delete deploy deselect detach determine disable discard disconnect display donate download drag "
    "draw dual-boot duplicate edit eject embed enable encrypt enforce enlarge enter erase establish evaluate execute exit expand export extend "
    "fill filter find fix flip force forget format forward generate get give go group handle hide highlight identify import include increase "
    "indicate inject insert install integrate invert invite join jump keep launch leave let limit link list load lock maintain make manage mark "
    "maximize merge minimize mirror modify mount move mute navigate notify obtain open organize override overwrite pan pass paste pause pay "
    "perform place play prepare prevent preview print process produce protect provide publish purge put quit read rebuild receive record "
    "recover redo reduce refresh register reject release reload remove rename renew reorder repeat replace reply report request require rescan "
    "reset resize respond restart restore resume retrieve return reuse reverse revert review revoke rotate route run save scale scan scroll search "
    "secure select send serve set share show shrink shut sign simulate skip solve sort specify split start stop store submit subscribe suppress "
    "swap switch synchronize take tell terminate test toggle transfer translate troubleshoot turn undo ungroup uninstall unlink unlock unmount "
    "unpack unselect unsubscribe update upgrade upload use validate verify view wake wipe wrap write zoom".split()
)
