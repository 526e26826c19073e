"""The page's modules as one script: each name once, nothing that reaches out, and nothing else may run."""

import base64
import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from view.page import PAGE

from fajer.errors import InternalError
from fajer.view import bundle
from fajer.words import LANGUAGES, texts

TOP = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (?:(\w+)|[\[{]([^\]}]*)[\]}])", re.M)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules of the test's own."""
    monkeypatch.setattr(bundle, "PAGE", tmp_path)
    monkeypatch.setattr(bundle, "_source", lambda name: (tmp_path / name).read_text("utf-8"))
    return tmp_path


def names(text: str) -> list[str]:
    """What a module names at its top level."""
    found = []
    for one, several in TOP.findall(text):
        found += [one] if one else [name.strip() for name in several.split(",")]
    return found


def test_no_two_modules_have_a_name_in_common() -> None:
    found = Counter(name for file in PAGE.rglob("*.js") for name in set(names(file.read_text("utf-8"))))
    assert [name for name, count in found.items() if count > 1] == []


def test_every_module_is_in_a_page() -> None:
    """`live.js` is for games that are being played, `fajer view` has none."""
    mains = [main for file in PAGE.glob("*.html") for main in re.findall(r'src="([^"]*)"', file.read_text("utf-8"))]
    assert "main.js" in mains
    used = {name for main in mains for name in bundle.modules(main)}
    assert {str(file.relative_to(PAGE)) for file in PAGE.rglob("*.js")} - used <= {"live.js"}


def test_modules_stand_after_those_they_import() -> None:
    order = bundle.modules("main.js")
    for place, name in enumerate(order):
        assert set(bundle._imports(name)) <= set(order[:place])


def test_one_script_without_imports(folder: Path) -> None:
    (folder / "main.js").write_text('// First.\n\nimport {\n  b,\n} from "./b.js";\n\nb();\n')
    (folder / "b.js").write_text('import { c } from "./c.js";\nexport const b = () => c;\n')
    (folder / "c.js").write_text("export async function d() {}\nexport class E {}\nexport let c = 1;\n")
    assert bundle.bundled("main.js") == (
        "async function d() {}\nclass E {}\nlet c = 1;\n\nconst b = () => c;\n\n// First.\n\n\nb();\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        'import c from "./c.js";',
        'import * as c from "./c.js";',
        'import "./c.js";',
        'import { c } from "https://example.org/c.js";',
        "export default 1;",
        'export { c } from "./c.js";',
        'const text = "</script>";',
        'const text = "<!--";',
    ],
)
def test_what_cannot_be_put_together_is_refused(line: str, folder: Path) -> None:
    (folder / "main.js").write_text(f"{line}\n")
    (folder / "c.js").write_text("export const c = 1;\n")
    with pytest.raises(InternalError, match=r"main\.js"):
        bundle.bundled("main.js")


def test_modules_that_import_each_other_are_refused(folder: Path) -> None:
    (folder / "main.js").write_text('import { b } from "./b.js";\nexport const a = b;\n')
    (folder / "b.js").write_text('import { a } from "./main.js";\nexport const b = a;\n')
    with pytest.raises(InternalError, match=r"main\.js → b\.js → main\.js"):
        bundle.bundled("main.js")


@pytest.mark.parametrize("connects", [False, True])
def test_only_this_script_and_this_style_are_allowed(connects: bool) -> None:
    halves = bundle.halves("hu", connects=connects)
    text = halves.before + halves.after
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    (script,) = re.findall(r'<script type="module">(.*?)</script>', text, re.S)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    for name, part in (("script-src", script), ("style-src", style)):
        assert rules.pop(name) == f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"
    if connects:
        assert rules.pop("connect-src") == "'self'"
    assert rules == {
        "default-src": "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert '<html lang="hu">' in text
    assert text.index("Content-Security-Policy") < text.index("<style>")


def test_the_page_names_nothing_outside_of_it() -> None:
    halves = bundle.halves("en")
    addresses = set(re.findall(r"\bhttps?:[^\s\"'`)]*", halves.before + halves.after))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    text = re.sub(r"<script.*?</script>", "", halves.before + halves.after, flags=re.S)
    assert all(link.startswith(("#", "data:")) for link in re.findall(r"\b(?:src|href)=[\"']?([^\s\"'>]*)", text))


def test_the_texts_of_all_languages_are_in_the_page() -> None:
    (found,) = re.findall(r'<script type="application/json" id="texts">([^<]*)</script>', bundle.halves("en").after)
    assert json.loads(found) == {lang: texts(lang) for lang in LANGUAGES}
