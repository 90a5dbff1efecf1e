import type { PaperColours } from '../../domain/ecg/paint'

const names = {
  paper: '--ecg-paper',
  fine: '--ecg-fine',
  strong: '--ecg-strong',
  trace: '--ecg-trace',
  beyond: '--danger',
  words: '--ink-quiet',
} as const

/** The theme's colours at an element: a pen in a worker has no style sheets. */
export const paperColours = (element: Element): PaperColours => {
  const style = getComputedStyle(element)
  const read = (name: string, otherwise: string): string =>
    style.getPropertyValue(name).trim() || otherwise
  return {
    paper: read(names.paper, '#fff'),
    fine: read(names.fine, '#f3d9d2'),
    strong: read(names.strong, '#e0a99c'),
    trace: read(names.trace, '#000'),
    beyond: read(names.beyond, '#a80f28'),
    words: read(names.words, '#4a5b5d'),
    font: style.fontFamily || 'sans-serif',
  }
}

/** What is printed is printed on white, whatever the theme. */
export const printColours: PaperColours = {
  paper: '#ffffff',
  fine: '#f1d5cc',
  strong: '#dfa596',
  trace: '#000000',
  beyond: '#a80f28',
  words: '#000000',
  font: 'sans-serif',
}
