import { useState } from 'react'
import { editions, type Edition } from '../domain/organization/organization'
import { Choice } from '../ui/layout'
import { themes, type ThemeName } from '../ui/theme'
import styles from './Gallery.module.css'
import { stories } from './stories'

const widths = ['390', '768', '1024', '1440', '1920'] as const
type Width = (typeof widths)[number]

/** Every shared piece in every state, in three themes, both editions and five widths. */
export function Gallery() {
  const [story, setStory] = useState(stories[0]?.id ?? '')
  const [theme, setTheme] = useState<ThemeName>('day')
  const [edition, setEdition] = useState<Edition>('en-GB')
  const [width, setWidth] = useState<Width>('1024')
  const query = new URLSearchParams({ frame: '1', story, theme, edition }).toString()
  return (
    <div className={styles['gallery']}>
      <nav className={styles['list']} aria-label="Stories">
        <h1>Gallery</h1>
        {stories.map((entry) => (
          <button
            key={entry.id}
            type="button"
            aria-current={entry.id === story}
            className={styles['entry']}
            onClick={() => setStory(entry.id)}
          >
            {entry.title}
          </button>
        ))}
      </nav>
      <main className={styles['main']}>
        <div className={styles['tools']}>
          <Choice
            label="Theme"
            value={theme}
            onChange={setTheme}
            options={themes.map((value) => ({ value, label: value }))}
          />
          <Choice
            label="Edition"
            value={edition}
            onChange={setEdition}
            options={editions.map((value) => ({ value, label: value }))}
          />
          <Choice
            label="Width"
            value={width}
            onChange={setWidth}
            options={widths.map((value) => ({ value, label: value }))}
          />
        </div>
        {/* Our own page; it needs its scripts and its storage. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          key={query}
          className={styles['frame']}
          title={story}
          src={`/gallery.html?${query}`}
          style={{ width: Number(width) }}
        />
      </main>
    </div>
  )
}
