"""The page in a browser. Every page that is opened here must neither complain nor ask the network for anything."""

import json
import random
import re

import pytest
from conftest import DATA, SAID, fslevels

HOSTILE = [
    *("<script>hacked = 1</script>", "</script><script>hacked = 1</script>", "<img src=x onerror=hacked=1>", "<!--"),
    *("&lt;", '"', "'", "\\", "`${hacked = 1}`", "\u202edlrow", "שלום", "e\u0301", "{value}", "\u2028", "a\nb", "\0"),
    "",
]


def values(*lines):
    """A graph of values with ids, names and roles."""
    return [{"id": i, "name": name, "roles": roles} for i, name, roles in lines]


def role(name):
    return [{"role": name, "space": "K", "loop": 0}]


SMALL = {
    "name": "small",
    "loops": [{"space": "K", "slot": 0, "nest": 0}],
    "values": values(
        (1, "A", role("LoopCarried")),
        (2, "B", role("Reduction")),
        (3, "C", role("LoopLocal")),
        (4, "D", None),
        (5, "E", []),
        (6, "F", []),
    ),
    "edges": [[2, 1], [3, 2], [4, 3], [5, 4], [5, 2], [3, 6]],
}


def scattered(count, edges, seed=1):
    """A large graph of random values."""
    chance = random.Random(seed)
    roles = [None, [], role("LoopLocal"), role("Reduction"), role("LoopCarried")]
    rows = [(v, f"value {v}", chance.choices(roles, (1, 4, 4, 2, 1))[0]) for v in range(count)]
    pairs = {tuple(sorted(chance.sample(range(count), 2), reverse=True)) for _ in range(edges)}
    return {"loops": SMALL["loops"], "values": values(*rows), "edges": sorted(pairs)}


@pytest.mark.parametrize("name", sorted(path.stem for path in DATA.glob("*.json")))
def test_every_example_has_a_page(view, name):
    viewed = view(name)
    expected = {str(value["id"]) for value in viewed.values}
    assert set(viewed.ids) == expected
    assert viewed.page.locator("section button").count() == len(expected) > 0
    assert name in viewed.page.title()


def test_an_empty_graph_says_so(view):
    viewed = view({"values": [], "edges": []})
    assert "no values" in viewed.page.locator("#passes").text_content()
    for key in ("Tab", "/", "Enter", "ArrowDown", "Escape"):
        viewed.page.keyboard.press(key)


def test_values_without_names_go_by_their_ids(view):
    viewed = view({"values": [{"id": 8, "roles": []}, {"id": 9, "roles": []}], "edges": [[9, 8]]})
    assert viewed.page.locator("section .name").all_text_contents() == ["8", "9"]


def test_ids_and_sizes_are_exact(view):
    ids = [2**53 + 1, 2**64 - 1, 2**63 + 1]
    viewed = view({"values": [{"id": i, "bytes": i, "roles": []} for i in ids], "edges": [[ids[0], ids[1]]]})
    assert viewed.page.locator("section .name").all_text_contents() == [str(i) for i in ids]
    for v, number in enumerate(ids):
        viewed.row(v).click()
        facts = viewed.page.locator("#answer dd").all_text_contents()
        assert str(number) in facts
        assert any(f"({number:,} bytes)" in fact for fact in facts)
    assert "27.7 EB" in viewed.page.locator("#totals").text_content()  # 0.009 + 18.447 + 9.223


def test_hostile_names_are_only_names(view):
    graph = {"name": HOSTILE[1], "values": values(*((i, name, []) for i, name in enumerate(HOSTILE))), "edges": []}
    viewed = view(graph)
    shown = viewed.page.locator("section .name").all_text_contents()
    assert shown[:11] == [*HOSTILE[:9], '"\\u202edlrow"', "שלום"]
    assert shown[11:] == ["e\u0301", "{value}", '"\\u2028"', '"a\\nb"', '"\\x00"', str(len(HOSTILE) - 1)]
    for v in range(len(HOSTILE)):
        viewed.row(v).click()
        assert viewed.about() == shown[v]
        assert viewed.said()[0].startswith(f"{shown[v]} is in pass 0")
    assert viewed.page.evaluate("typeof hacked") == "undefined"
    assert viewed.page.locator("script").count() == 2
    assert viewed.page.locator("h1").text_content().startswith(HOSTILE[1])


def test_the_policy_forbids_the_network_and_other_programs(view):
    viewed = view(SMALL, offline=False)
    blocked = viewed.page.evaluate(
        """async () => {
          const blocked = [];
          document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
          await fetch("http://127.0.0.1:9/").catch(() => 0);
          new Image().src = "http://127.0.0.1:9/";
          const script = document.createElement("script");
          script.textContent = "hacked = 1";
          document.body.append(script);
          await new Promise((resolve) => setTimeout(resolve, 100));
          return blocked;
        }"""
    )
    assert sorted(blocked) == ["connect-src", "img-src", "script-src-elem"]
    assert viewed.page.evaluate("typeof hacked") == "undefined"
    assert all("Content Security Policy" in complaint for complaint in viewed.complaints)
    viewed.complaints.clear()
    del viewed.requests[1:]


def test_passes_are_columns_that_say_what_is_in_them(view):
    viewed = view(SMALL)
    assert viewed.page.locator("section h2").all_text_contents() == ["pass 0", "pass 1", "pass 2"]
    columns = [column.locator(".name").all_text_contents() for column in viewed.page.locator("section").all()]
    assert columns == [["A"], ["B"], ["C", "D", "E", "F"]]
    assert viewed.page.locator("section > div p").all_text_contents() == ["1 value", "1 value", "4 values"]
    totals = "6 values · 6 edges · 3 passes · 1 carried · 2 pinned · 1 not listed"
    assert viewed.page.locator("#totals").text_content() == totals
    assert viewed.row(1).locator(".axes").text_content() == "Reduction K"


def test_kinds_differ_without_color(view):
    viewed = view(SMALL)
    border = "(tag) => [tag.textContent, getComputedStyle(tag).borderTopStyle, getComputedStyle(tag).borderTopWidth]"
    tags = [tag.evaluate(border) for tag in viewed.page.locator("section .kind").all()]
    assert tags == [["carried", "double", "3px"], ["pinned", "solid", "2px"], ["not listed", "dotted", "1px"]]


def test_search_finds(view):
    viewed = view("water20_auxpao_all_space")
    search = viewed.page.get_by_role("searchbox")
    search.fill("μ̃_116")
    expected = {v for v, name in enumerate(viewed.names) if "μ̃_116" in name}
    assert 0 < len(expected) < len(viewed.names)
    assert viewed.visible() == expected
    assert viewed.page.get_by_text(f"{len(expected)} of 275 values", exact=True).is_visible()
    search.fill("i_1 REDUCTION")
    reduces = [any(axis["role"] == "Reduction" for axis in value["roles"]) for value in viewed.values]
    assert viewed.visible() == {v for v, name in enumerate(viewed.names) if "i_1" in name and reduces[v]}
    search.fill("nothing has this name")
    assert viewed.visible() == set()
    search.press("Enter")
    search.press("Escape")
    assert viewed.visible() == set(range(275))


def test_a_click_explains_as_the_tool_does(view):
    """For a third of a real graph: the sentences, and the links of the chain."""
    viewed = view("water20_auxpao_all_space")
    said = viewed.page.evaluate(f"values.map((v) => {{ rows[v].click(); return {SAID}; }})")
    links = "[...document.querySelectorAll('section .link')].map((row) => Number(row.dataset.value))"
    linked = viewed.page.evaluate(f"values.map((v) => {{ show(v); return {links}; }})")
    for v, number in list(enumerate(viewed.ids))[::3]:
        assert "\n".join(said[v]) + "\n" == fslevels("explain", viewed.file, f"#{number}")
        chain = json.loads(fslevels("explain", "--json", viewed.file, f"#{number}"))["chain"]
        assert {viewed.ids[w] for w in linked[v]} == {str(e[end]) for e in chain for end in ("reader", "operand")}
    assert max(map(len, linked)) > 3


def test_an_explanation_is_kept_until_it_is_let_go(view):
    viewed = view(SMALL)
    viewed.row(0).click()
    viewed.row(2).hover()
    viewed.row(3).focus()
    assert viewed.about() == "A"
    assert viewed.row(0).get_attribute("aria-pressed") == "true"
    viewed.row(1).click()
    assert viewed.about() == "B"
    assert viewed.page.locator("[aria-pressed=true]").count() == 1
    viewed.page.keyboard.press("Escape")
    assert viewed.page.locator("[aria-pressed=true]").count() == 0
    viewed.row(4).hover()
    assert viewed.about() == "E"
    viewed.row(5).click()
    viewed.row(5).click()
    viewed.row(2).hover()
    assert viewed.about() == "C"
    viewed.row(5).click()
    viewed.page.get_by_role("button", name="let go").click()
    viewed.row(0).hover()
    assert viewed.about() == "A"


@pytest.mark.parametrize("way", ["hover", "focus"])
def test_pointing_shows_operands_and_readers(view, way):
    viewed = view(SMALL)
    for v, operands, readers in (
        (1, ["A carried pass 0"], ["C reduction, inside the loop pass 2", "E plain pass 2"]),
        (2, ["B reduction, inside the loop pass 1", "F plain pass 2"], ["D plain pass 2"]),
        (5, [], ["C plain pass 2"]),
    ):
        getattr(viewed.row(v), way)()
        assert viewed.about() == viewed.names[v]
        parts = "(item) => [...item.children].map((part) => part.textContent).join(' ')"
        shown = [item.evaluate(parts) for item in viewed.page.locator("#answer ul li").all()]
        assert shown == operands + readers
        headings = viewed.page.locator("#answer h3").all_text_contents()
        assert headings == ["Why", f"Operands ({len(operands)})", f"Readers ({len(readers)})"]
        marked = "(name) => [...document.querySelectorAll(`section .${name} .name`)].map((name) => name.textContent)"
        assert viewed.page.evaluate(marked, "operand") == [text.split()[0] for text in operands]
        assert viewed.page.evaluate(marked, "reader") == [text.split()[0] for text in readers]


def test_marks_differ_without_color(view):
    viewed = view(SMALL)
    mark = "(row) => getComputedStyle(row, '::before').content[1]"
    viewed.row(1).hover()
    assert [viewed.row(v).evaluate(mark) for v in (0, 2, 4)] == ["◀", "▶", "▷"]
    viewed.row(4).hover()
    assert [viewed.row(v).evaluate(mark) for v in (1, 3)] == ["◁", "◁"]


def test_a_name_in_the_explanation_leads_to_its_value(view):
    viewed = view(SMALL)
    viewed.page.get_by_role("searchbox").fill("B")
    viewed.row(1).click()
    viewed.page.locator("#answer ul").get_by_role("button", name="E", exact=True).click()
    assert viewed.about() == "E"
    assert viewed.focused() == 4
    assert viewed.visible() == set(range(6))


def test_the_keyboard_reaches_everything(view):
    viewed = view("singles_auxocc")
    keyboard = viewed.page.keyboard
    keyboard.press("Tab")
    assert viewed.page.evaluate("document.activeElement.id") == "search"
    keyboard.press("Tab")
    reached = []
    for column in range(4):
        keyboard.press("Home")
        while viewed.focused() not in reached:
            reached.append(viewed.focused())
            assert viewed.about() == viewed.names[reached[-1]]
            keyboard.press("ArrowDown")
        assert {viewed.graph["pass"][v] for v in reached} == set(range(column + 1))
        keyboard.press("ArrowRight")
    assert sorted(reached) == list(range(129))
    keyboard.press("Home")
    assert viewed.row(viewed.focused()).evaluate("(row) => getComputedStyle(row).outlineStyle") == "solid"
    keyboard.press("Enter")
    assert viewed.row(viewed.focused()).get_attribute("aria-pressed") == "true"
    links = viewed.page.locator("#answer button").count()
    for link in range(links):
        keyboard.press("Tab")
        assert viewed.page.evaluate("[...answer.querySelectorAll('button')].indexOf(document.activeElement)") == link
    assert links > 3


def test_arrows_pages_and_ends(view):
    viewed = view({"values": values(*((v, str(v), []) for v in range(30))), "edges": []})
    viewed.row(0).focus()
    for key, expected in (
        *(("ArrowUp", 0), ("ArrowDown", 1), ("PageDown", 11), ("ArrowUp", 10), ("PageUp", 0), ("PageUp", 0)),
        *(("End", 29), ("ArrowDown", 29), ("PageDown", 29), ("Home", 0), ("ArrowRight", 0), ("ArrowLeft", 0)),
    ):
        viewed.page.keyboard.press(key)
        assert (key, viewed.focused()) == (key, expected)


def test_arrows_lead_to_the_next_column_that_has_rows(view):
    viewed = view(
        {"values": [{"id": v, "roles": ["LoopCarried"]} for v in range(4)], "edges": [[1, 0], [2, 1], [3, 2]]}
    )
    viewed.row(3).focus()
    reached = []
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"):
        viewed.page.keyboard.press(key)
        reached.append(viewed.focused())
    assert reached == [2, 1, 0, 0, 1]


def test_the_keyboard_searches_and_goes_on_among_what_is_found(view):
    viewed = view("singles_auxocc")
    keyboard = viewed.page.keyboard
    keyboard.press("/")
    keyboard.type("a_1")
    found = viewed.visible()
    assert len(found) > 5
    keyboard.press("Enter")
    reached = set()
    for _ in range(4):
        keyboard.press("Home")
        while viewed.focused() not in reached:
            reached.add(viewed.focused())
            keyboard.press("ArrowDown")
        keyboard.press("ArrowRight")
    assert reached <= found
    assert {v for v in found if viewed.graph["pass"][v] in {viewed.graph["pass"][w] for w in reached}} == reached
    keyboard.press("/")
    keyboard.press("Escape")
    assert viewed.visible() == set(range(129))
    keyboard.press("Escape")
    assert viewed.focused() is not None


def test_rows_under_a_resting_pointer_are_not_pointed_at(view):
    viewed = view({"values": values(*((v, f"value {v}", []) for v in range(200))), "edges": []})
    viewed.row(3).hover()
    viewed.row(4).focus()
    for _ in range(60):
        viewed.page.keyboard.press("ArrowDown")
    viewed.page.wait_for_timeout(200)
    assert viewed.about() == "value 64"


def test_5000_values_are_made_once_and_rendered_where_they_are_seen(view):
    viewed = view(scattered(5_000, 10_000))
    page = viewed.page
    assert page.locator("section button").count() == 5_000
    assert page.evaluate("document.querySelectorAll('*').length") < 7 * 5_000
    rendered = "rows.filter((row) => row.checkVisibility({contentVisibilityAuto: true})).length"
    assert page.evaluate(rendered) < 500
    page.evaluate(
        """() => {
          window.changes = window.blocked = 0;
          const counts = new MutationObserver((records) => (changes += records.length));
          counts.observe(passes, {childList: true, subtree: true});
          new PerformanceObserver((list) => {
            for (const {duration} of list.getEntries()) blocked = Math.max(blocked, duration);
          }).observe({type: "longtask"});
        }"""
    )
    for digits in ("4", "49", "499", ""):
        page.get_by_role("searchbox").fill(f"value {digits}")
        assert len(viewed.visible()) == sum(digits in name for name in viewed.names)
    # Numbered list items would take quadratic time when many come back at once.
    displays = page.evaluate("rows.map((row) => getComputedStyle(row.parentElement).display)")
    assert set(displays) == {"block"}
    last = page.evaluate("columns[0].at(-1)")
    viewed.row(page.evaluate("columns[0][0]")).focus()
    page.keyboard.press("End")
    assert viewed.focused() == last
    page.wait_for_function("(v) => rows[v].checkVisibility({contentVisibilityAuto: true})", arg=last)
    assert page.evaluate(rendered) < 500
    counts = page.locator("section > div p").all_text_contents()
    assert page.evaluate("changes") <= 5 * len(counts)  # the numbers above the columns, and no row
    assert page.evaluate("blocked") < 5_000  # milliseconds; a fraction of a second, if the machine does nothing else


def test_a_value_that_all_read_is_listed_in_part_until_it_is_kept(view):
    count = 3_000
    graph = {
        "values": values((0, "hub", ["LoopCarried"]), *((v, f"value {v}", []) for v in range(1, count))),
        "edges": [[v, 0] for v in range(1, count)],
    }
    viewed = view(graph)
    viewed.row(0).hover()
    assert viewed.page.locator("#answer ul li").count() == 41
    assert viewed.page.locator("#answer .more").last.text_content() == "and 2,959 more: click the value to see them"
    viewed.row(0).click()
    assert viewed.page.locator("#answer ul li").count() == count - 1


def test_a_long_chain_is_said_whole_once_it_is_kept(view):
    lines = [{"id": v, "roles": ["LoopCarried"]} for v in range(100)]
    viewed = view({"values": lines, "edges": [[v, v - 1] for v in range(1, 100)]})
    viewed.row(99).focus()
    assert len(viewed.said()) == 43
    viewed.page.keyboard.press("Enter")
    assert len(viewed.said()) == 101
    assert viewed.page.locator("section").count() == 100


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_both_schemes(view, scheme):
    """Contrast as WCAG 2 has it: at least 4.5 to 1."""
    viewed = view(SMALL, color_scheme=scheme)
    names = ("ground", "sheet", "hover", "shown", "ink", "quiet", "carried", "inside", "focus")
    read = "(name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)"
    light = {name: luminance(viewed.page.evaluate(read, name)) for name in names}
    assert (light["ground"] > light["ink"]) == (scheme == "light")
    for text in ("ink", "quiet", "carried", "inside", "focus"):
        for ground in ("ground", "sheet", "hover", "shown"):
            darker, lighter = sorted((light[text], light[ground]))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (text, ground)


def luminance(color):
    digits = color.strip().lstrip("#")
    parts = re.findall("..", digits) if len(digits) == 6 else [2 * digit for digit in digits]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (int(p, 16) / 255 for p in parts)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_motion_is_left_out_where_it_is_not_wanted(view):
    viewed = view(SMALL, reduced_motion="reduce")
    assert viewed.row(0).evaluate("(row) => getComputedStyle(row).transitionDuration") == "0s"


def test_a_narrow_window_has_everything(view):
    viewed = view(SMALL, viewport={"width": 400, "height": 700})
    assert viewed.page.evaluate("document.documentElement.scrollWidth") <= 400
    viewed.row(0).click()
    assert viewed.page.locator("#passes").bounding_box()["width"] > 350
    box = viewed.page.locator("#answer").bounding_box()
    assert box["height"] > 150
    assert box["x"] + box["width"] <= 400
    assert box["y"] + box["height"] <= 700


def test_what_is_there_has_a_role_and_a_name(view):
    viewed = view(SMALL)
    page = viewed.page
    for kind, name in (
        *(("searchbox", "Search names, ids, axes and kinds"), ("group", "Passes"), ("complementary", "Explanation")),
        *(("region", "pass 0"), ("region", "pass 2"), ("button", "A LoopCarried K carried"), ("heading", "pass 1")),
    ):
        assert page.get_by_role(kind, name=name, exact=True).count() == 1, (kind, name)
    viewed.row(0).click()
    assert page.get_by_role("button", name="A LoopCarried K carried", pressed=True).count() == 1
    assert viewed.said()[0] in page.locator("[role=status]").last.text_content()
    assert page.evaluate("document.documentElement.lang") == "en"
