"""Language and embedding back ends behind two protocols."""
