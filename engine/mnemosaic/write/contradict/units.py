"""Units of measure: surface forms to a dimension and a factor, by pint, each asked once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pint import UnitRegistry

SURFACE = {
    surface: unit
    for unit, surfaces in {
        "milligram": "mg milligram milligrams milligramme",
        "microgram": "mcg µg μg ug microgram micrograms",
        "gram": "g gram grams gramme grammes gr",
        "kilogram": "kg kgs kilo kilos kilogram kilograms",
        "pound": "lb lbs", "stone": "stone stones", "ounce": "oz ounce ounces", "tonne": "tonne tonnes ton tons",
        "millimeter": "mm millimetre millimetres millimeter millimeters",
        "centimeter": "cm centimetre centimetres centimeter centimeters",
        "meter": "m metre metres meter meters", "kilometer": "km kms kilometre kilometres kilometer kilometers",
        "mile": "mile miles mi", "foot": "ft foot feet", "inch": "inch inches", "yard": "yd yard yards",
        "mmHg": "mmhg", "kilopascal": "kpa", "bar": "bar bars", "psi": "psi",
        "milliliter": "ml millilitre millilitres milliliter milliliters", "deciliter": "dl decilitre deciliter",
        "liter": "l litre litres liter liters", "gallon": "gallon gallons gal", "cup": "cup cups", "pint": "pint pints",
        "tablespoon": "tbsp tablespoon tablespoons", "teaspoon": "tsp teaspoon teaspoons",
        "degC": "°c celsius centigrade c", "degF": "°f fahrenheit f",
        "millisecond": "ms millisecond milliseconds", "second": "s sec secs second seconds",
        "minute": "min mins minute minutes", "hour": "h hr hrs hour hours", "day": "day days", "week": "week weeks",
        "fortnight": "fortnight fortnights", "month": "month months", "year": "year years yr yrs",
        "decade": "decade decades", "century": "century centuries",
        "kilocalorie": "kcal kcals", "kilojoule": "kj", "joule": "joule joules", "watt": "w watt watts",
        "kilowatt": "kw kilowatt kilowatts", "volt": "v volt volts", "ampere": "amp amps ampere amperes",
        "hertz": "hz hertz", "megahertz": "mhz", "gigahertz": "ghz", "byte": "byte bytes",
        "kilobyte": "kb kilobyte kilobytes", "megabyte": "mb megabyte megabytes", "gigabyte": "gb gigabyte gigabytes",
        "terabyte": "tb terabyte terabytes", "mebibyte": "mib", "gibibyte": "gib", "bit": "bit bits",
        "millimole": "mmol", "micromole": "µmol umol", "mile/hour": "mph", "kilometer/hour": "kph kmh",
        "hectare": "hectare hectares ha", "acre": "acre acres", "knot": "knot knots", "degree": "degree degrees °",
    }.items()
    for surface in surfaces.split()
}  # fmt: skip
MONEY = {
    surface: code
    for code, surfaces in {
        "usd": "$ dollar dollars usd buck bucks", "eur": "€ euro euros eur", "gbp": "£ pound pounds gbp quid",
        "cent": "cent cents", "jpy": "yen jpy", "chf": "franc francs chf",
    }.items()
    for surface in surfaces.split()
}  # fmt: skip
TIMES = frozenset("millisecond second minute hour day week fortnight month year decade century".split())


@cache
def _registry() -> UnitRegistry[Any]:
    from pint import UnitRegistry

    return UnitRegistry(cache_folder=None)


@lru_cache(maxsize=1024)
def conversion(unit: str) -> tuple[str, float, float]:
    """The dimension of a unit that pint knows, with factor and offset that take amounts to its base units."""
    from pint.errors import PintError

    registry = _registry()
    try:
        zero = registry.Quantity(0.0, unit).to_base_units()
        one = registry.Quantity(1.0, unit).to_base_units()
    except PintError:
        return f"count:{unit}", 1.0, 0.0
    offset = float(zero.magnitude)
    return str(one.dimensionality), float(one.magnitude) - offset, offset
