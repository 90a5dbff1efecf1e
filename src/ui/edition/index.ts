export { useEdition, useSetEdition, useTexts } from './edition-context'
export { EditionProvider } from './EditionProvider'
