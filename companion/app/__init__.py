"""The touchscreen app. Importing this package loads no Kivy; ``companion.app.kivy_app`` does."""
