"""Learning from self-play: weight files, and the loop that trains, saves, measures and resumes."""

from hazard.learn.evaluators import NetworkEvaluator, evaluator
from hazard.learn.training import LearningCurve, Measurement, Training, train
from hazard.learn.weights import About, Weights, WeightsError, load_weights, save_weights

__all__ = [
    "About",
    "LearningCurve",
    "Measurement",
    "NetworkEvaluator",
    "Training",
    "Weights",
    "WeightsError",
    "evaluator",
    "load_weights",
    "save_weights",
    "train",
]
