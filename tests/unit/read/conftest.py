from hypothesis import settings

from tests.scripted_openai import scripted_openai as scripted_openai

# a busy machine is no failure, and the same texts are tried each time
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
