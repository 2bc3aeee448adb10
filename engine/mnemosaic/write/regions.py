"""Countries and the like, which tell where somebody lives beside the town they live in, and do not contradict it."""

from __future__ import annotations

REGIONS = frozenset(
    name.strip()
    for name in """
    afghanistan, albania,
    algeria, argentina, armenia, australia, austria, azerbaijan, bangladesh, belarus, belgium, bolivia, bosnia,
    botswana, brazil, bulgaria, cambodia, cameroon, canada, chile, china, colombia, costa rica, croatia, cuba,
    cyprus, czechia, czech republic, denmark, dominican republic, ecuador, egypt, el salvador, england, estonia,
    ethiopia, finland, france, georgia, germany, ghana, great britain, greece, guatemala, haiti, honduras, hungary,
    iceland, india, indonesia, iran, iraq, ireland, israel, italy, jamaica, japan, jordan, kazakhstan, kenya,
    kosovo, kuwait, latvia, lebanon, libya, liechtenstein, lithuania, luxembourg, madagascar, malaysia, malta,
    mexico, moldova, mongolia, montenegro, morocco, mozambique, myanmar, namibia, nepal, netherlands, new zealand,
    nicaragua, nigeria, north macedonia, northern ireland, norway, oman, pakistan, panama, paraguay, peru,
    philippines, poland, portugal, puerto rico, qatar, romania, russia, rwanda, saudi arabia, scotland, senegal,
    serbia, slovakia, slovenia, somalia, south africa, south korea, korea, spain, sri lanka, sudan, sweden,
    switzerland, syria, taiwan, tanzania, thailand, tunisia, turkey, türkiye, uae, uganda, ukraine, united arab
    emirates, united kingdom, uk, united states, us, usa, uruguay, uzbekistan, venezuela, vietnam, wales, yemen,
    zambia, zimbabwe, europe, africa, asia, america, alabama, alaska, arizona, arkansas, california, colorado,
    connecticut, florida, hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland,
    massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey,
    new mexico, north carolina, ohio, oklahoma, oregon, pennsylvania, south carolina, tennessee, texas, utah,
    vermont, virginia, wisconsin, wyoming, ontario, quebec, british columbia, bavaria, catalonia, brittany, tuscany,
    provence, andalusia, cornwall, yorkshire, scandinavia
    """.split(",")
)
