const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1)
const plural = (word) =>
  word.endsWith('y') && !/[aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : /(s|x|ch|sh)$/.test(word)
      ? `${word}es`
      : `${word}s`

/** The ways in which a room's thing is written; `name` as in door-code. */
export const namesOf = (name, now) => {
  const words = name.split('-')
  const many = [...words.slice(0, -1), plural(words.at(-1))]
  const pascal = words.map(capital).join('')
  const pascals = many.map(capital).join('')
  const lower = (text) => text.slice(0, 1).toLowerCase() + text.slice(1)
  // Minutes since 2026: two branches seldom make a room in the same one.
  const number = String(Math.floor((now.getTime() - Date.UTC(2026, 0, 1)) / 60_000))
  return {
    kebab: name,
    kebabs: many.join('-'),
    pascal,
    pascals,
    camel: lower(pascal),
    camels: lower(pascals),
    table: words.join('_'),
    labels: capital(many.join(' ')),
    one: words.join(' '),
    several: many.join(' '),
    migration: `1${number}-${name}`,
  }
}
