import type { Edition } from '../organization/organization'

/*
 * A document for paper, described without saying how it is drawn. Every word and figure in it is
 * already in the words and units of the reader's edition; only charts hold numbers. The server
 * draws it as PDF (server/documents). What a text holds is printed as it is: nothing in it is markup.
 */

/** A heading; 1 begins a part of the document, 2 a section within. */
export interface HeadingBlock {
  readonly kind: 'heading'
  readonly level: 1 | 2
  readonly text: string
}

/** Words. Line breaks in the text are kept. */
export interface ParagraphBlock {
  readonly kind: 'paragraph'
  readonly text: string
  /** `quiet`: a remark in small print. `boxed`: what nobody may overlook. */
  readonly tone?: 'quiet' | 'boxed'
}

/** A list of names and what they are. */
export interface FactsBlock {
  readonly kind: 'facts'
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** Side by side, 1 unless told. */
  readonly columns?: 1 | 2
}

/**
 * A table. Its heads stand again on every page it reaches; no row is cut by a page. A row of one text
 * reaches over all columns.
 */
export interface TableBlock {
  readonly kind: 'table'
  readonly columns: readonly {
    readonly label: string
    /** A share of the width, 1 unless told. */
    readonly share?: number
    readonly align?: 'left' | 'right'
  }[]
  readonly rows: readonly (readonly string[])[]
  /** Said in the place of the rows where there are none. */
  readonly empty: string
}

/** The points of a parameter of NEWS2. Null: it was not scored. */
export type Points = 0 | 1 | 2 | 3 | null

/**
 * A chart of observations, as NEWS2 has it: check-ups are columns, oldest left; parameters are rows.
 * Points are told by a number and a shade, never by a colour alone. More columns than a page is wide
 * go on below, with the names of the rows again.
 */
export interface ObservationsBlock {
  readonly kind: 'observations'
  /** What stands over the names of the rows, e.g. 'Time'. */
  readonly corner: string
  readonly columns: readonly { readonly day: string; readonly time: string }[]
  readonly rows: readonly {
    readonly label: string
    /** One for each column. An empty text: there is nothing to say. */
    readonly cells: readonly { readonly text: string; readonly points: Points }[]
    /** The total of the rows above it, set apart. */
    readonly isTotal?: boolean
  }[]
}

/** A value at an instant (epoch ms). Null breaks the curve. */
export interface TrendPoint {
  readonly atMs: number
  readonly value: number | null
}

/** Curves over time, as vectors. Curves are told apart by mark and dash, and named below the chart. */
export interface TrendBlock {
  readonly kind: 'trend'
  readonly title: string
  readonly fromMs: number
  readonly toMs: number
  /** The values at the lower and the upper edge. */
  readonly range: readonly [number, number]
  /** Lines across, with what they are called. */
  readonly levels: readonly { readonly value: number; readonly label: string }[]
  /** Marks on the axis of time, with what they are called (`dayMarks`). */
  readonly marks: readonly { readonly atMs: number; readonly label: string }[]
  /** Shaded heights, e.g. of a risk; 1 is lightest. */
  readonly bands?: readonly {
    readonly from: number
    readonly to: number
    readonly shade: 1 | 2 | 3
  }[]
  readonly series: readonly { readonly name: string; readonly points: readonly TrendPoint[] }[]
  /** Bars from the least to the greatest value of what one point is the mean of. */
  readonly ranges?: readonly {
    readonly atMs: number
    readonly low: number
    readonly high: number
  }[]
  /** Height in points (1/72 inch), 110 unless told. */
  readonly height?: number
}

/** What stays on one page together, where it fits one. */
export interface TogetherBlock {
  readonly kind: 'together'
  readonly blocks: readonly Block[]
}

/** The next block begins a page. */
export interface PageBreakBlock {
  readonly kind: 'page-break'
}

export type Block =
  | HeadingBlock
  | ParagraphBlock
  | FactsBlock
  | TableBlock
  | ObservationsBlock
  | TrendBlock
  | TogetherBlock
  | PageBreakBlock

/** A whole document, A4. */
export interface Paper {
  readonly title: string
  readonly edition: Edition
  /** At the head of every page: whose document it is, so that a loose sheet is nobody else's. */
  readonly head: {
    readonly organization: string
    /** The name of the patient. */
    readonly person: string
    /** Birth date, identifier and the like, each with its label. */
    readonly facts: readonly string[]
  }
  /** At the foot of every page: what it is, as of when. */
  readonly foot: string
  /** The page number; `{page}` and `{pages}` are put in. */
  readonly pageOf: string
  readonly orientation?: 'portrait' | 'landscape'
  readonly blocks: readonly Block[]
}
