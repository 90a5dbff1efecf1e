import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { editions } from '../domain/organization/organization'
import { EditionProvider } from '../ui/edition'
import { applyTheme, ThemeProvider, themes } from '../ui/theme'
import '../ui/theme/mantine-first.css'
import { Gallery } from './Gallery'
import { stories } from './stories'

// ?frame shows one story alone in the given theme and edition: what the gallery's own frame and the
// screenshots open.
const query = new URLSearchParams(location.search)
const theme = themes.find((name) => name === query.get('theme')) ?? 'day'
const edition = editions.find((name) => name === query.get('edition')) ?? 'en-GB'
const story = stories.find((entry) => entry.id === query.get('story')) ?? stories[0]
const root = document.getElementById('root')
applyTheme(theme)

if (root !== null) {
  createRoot(root).render(
    <EditionProvider edition={edition}>
      <ThemeProvider theme={theme}>
        {query.has('frame') ? (
          <MemoryRouter initialEntries={['/virtual-ward']}>{story?.render()}</MemoryRouter>
        ) : (
          <Gallery />
        )}
      </ThemeProvider>
    </EditionProvider>,
  )
}
