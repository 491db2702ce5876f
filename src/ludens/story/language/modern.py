"""Words of our age, which a book that lacks them is not about: what makes an anachronism."""

from __future__ import annotations

from ludens.story.language.words import stem

_WORDS = """
smartphone telephone phone cellphone mobile iphone android laptop computer internet email website
online wifi bluetooth app browser google facebook twitter instagram youtube tiktok television tv
radio video dvd camera selfie podcast netflix robot drone satellite rocket spaceship astronaut laser
radar microwave refrigerator fridge dishwasher vacuum airplane aeroplane plane jet helicopter
airport car truck taxi motorcycle motorbike subway highway elevator escalator electricity electric
battery plastic nylon polyester nuclear atomic quantum genome dna antibiotic penicillin vaccine
x-ray cybernetic software hardware algorithm database bitcoin cryptocurrency credit-card atm
supermarket skyscraper pizza hamburger sushi coke pepsi jeans sneakers t-shirt sunglasses
machine-gun grenade tank missile bomb submarine zeppelin
"""

MODERN = frozenset(stem(word) for word in _WORDS.replace("-", " ").split()) - {
    stem(word) for word in "x ray card machine gun shirt t credit".split()
}
"""The stems."""
