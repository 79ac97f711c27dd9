"""Statistics that other rooms share: intervals and paired tests here, agreement and acceptance beside them."""
