from tests.scripted_openai import scripted_openai

__all__ = ["scripted_openai"]
