import 'uplot/dist/uPlot.min.css'

// The package and its style sheet in a chunk of their own, which is loaded with the first drawing.
export { default as UPlot } from 'uplot'
