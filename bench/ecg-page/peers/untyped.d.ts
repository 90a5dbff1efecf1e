declare module 'dygraphs' {
  export default class Dygraph {
    constructor(
      host: HTMLElement,
      rows: readonly (readonly [number, number])[],
      options: Readonly<Record<string, unknown>>,
    )
    updateOptions(options: Readonly<Record<string, unknown>>): void
  }
}
declare module 'plotly.js-basic-dist-min' {
  interface Plotly {
    newPlot(
      host: HTMLElement,
      data: readonly unknown[],
      layout: unknown,
      config: unknown,
    ): Promise<unknown>
    react(
      host: HTMLElement,
      data: readonly unknown[],
      layout: unknown,
      config: unknown,
    ): Promise<unknown>
    relayout(host: HTMLElement, update: Readonly<Record<string, unknown>>): Promise<unknown>
  }
  const plotly: Plotly
  export default plotly
}
