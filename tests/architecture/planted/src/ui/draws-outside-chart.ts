// refused: package
import uPlot from 'uplot'

export const plot = uPlot
