"""Learning from self-play: evaluators for any game, weight files, and the loop that trains and measures."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.learn.evaluators import NetworkEvaluator, evaluator
    from hazard.learn.learned import Learned, LearnedFor, load
    from hazard.learn.self_play import SelfPlay, train
    from hazard.learn.settings import LearnSettings
    from hazard.learn.training import LearningCurve, Measurement, Training, run_training
    from hazard.learn.weights import About, Weights, WeightsError, load_weights, save_weights

__all__ = [
    "About",
    "LearnSettings",
    "Learned",
    "LearnedFor",
    "LearningCurve",
    "Measurement",
    "NetworkEvaluator",
    "SelfPlay",
    "Training",
    "Weights",
    "WeightsError",
    "evaluator",
    "load",
    "load_weights",
    "run_training",
    "save_weights",
    "train",
]

lazily(
    __name__,
    {
        "hazard.learn.evaluators": ("NetworkEvaluator", "evaluator"),
        "hazard.learn.learned": ("Learned", "LearnedFor", "load"),
        "hazard.learn.self_play": ("SelfPlay", "train"),
        "hazard.learn.settings": ("LearnSettings",),
        "hazard.learn.training": ("LearningCurve", "Measurement", "Training", "run_training"),
        "hazard.learn.weights": ("About", "Weights", "WeightsError", "load_weights", "save_weights"),
    },
)
