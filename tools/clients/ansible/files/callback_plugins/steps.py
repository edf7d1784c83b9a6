"""Prints a line for each named task: what came of it."""

import json

from ansible.plugins.callback import CallbackBase


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "stdout"
    CALLBACK_NAME = "steps"

    def line(self, result, ok, why=None):
        task = getattr(result, "task", None) or result._task
        line = {"step": task.get_name(), "ok": ok}
        if why is not None:
            line["why"] = why
        print(json.dumps(line, separators=(",", ":")), flush=True)

    def v2_runner_on_ok(self, result, **_):
        self.line(result, True)

    def v2_runner_on_failed(self, result, ignore_errors=False, **_):
        said = getattr(result, "result", None) or result._result
        self.line(result, False, json.dumps(said, default=str)[:2000])

    def v2_runner_on_skipped(self, result, **_):
        self.line(result, False, "it was skipped")
