"""What the tests of the page's model use."""

from collections.abc import Iterator

import pytest
from view.page import Model


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    """The page's model, ready to be asked."""
    made = Model(tmp_path_factory.mktemp("model"))
    yield made
    made.close()
