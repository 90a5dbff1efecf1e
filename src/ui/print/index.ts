import { lazy } from 'react'

export { usePaper } from './paper-part'
export { usePrinting } from './use-printing'

/** No part of the first load: nobody prints before the page is drawn. */
export const Paper = lazy(() => import('./Paper').then((module) => ({ default: module.Paper })))
