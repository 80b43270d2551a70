"""Closing constraints between numbered points; knows neither entities nor links."""
