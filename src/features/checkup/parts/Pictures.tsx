import { useState } from 'react'
import type { Checkup } from '../../../domain/checkup/checkup'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { Dialog } from '../../../ui/feedback'
import type { Files } from '../use-files'
import { Block } from './Block'
import { FileState } from './FileState'
import styles from './files.module.css'

interface PictureProps {
  readonly url: string
  readonly caption: string | null
  /** What it is called where it cannot be seen. */
  readonly name: string
  readonly files: Files
}

/** A picture, small, and large when it is pressed. The address that it was loaded from is held: a newer one shows the same. */
function Picture({ url, caption, name, files }: PictureProps) {
  const t = checkupTexts(useEdition()).pictures
  const file = files.of(url)
  const [address, setAddress] = useState<string | null>(null)
  // The one that could not be read: only a newer one is tried.
  const [broken, setBroken] = useState<string | null>(null)
  const [isLarge, setLarge] = useState(false)
  if (address === null && file.kind === 'here' && file.address !== broken) setAddress(file.address)
  const fail = (): void => {
    setBroken(address)
    setAddress(null)
  }
  return (
    <figure className={styles['picture']}>
      {address === null ? (
        <FileState
          kind={file.kind === 'here' ? 'failed' : file.kind}
          onRetry={() => void files.refresh()}
          retrying={files.fetching}
        />
      ) : (
        <div className={styles['frame']}>
          <img src={address} alt={name} onError={fail} />
          <button
            type="button"
            className={styles['enlarge']}
            aria-label={t.enlarge(name)}
            onClick={() => setLarge(true)}
          />
        </div>
      )}
      {caption !== null && <figcaption>{caption}</figcaption>}
      {isLarge && address !== null && (
        <Dialog title={caption ?? t.untitled} size="wide" onClose={() => setLarge(false)}>
          <img className={styles['large']} src={address} alt={name} />
        </Dialog>
      )}
    </figure>
  )
}

/** The pictures of a check-up with their captions. */
export function PicturesBlock({
  checkup,
  files,
}: {
  readonly checkup: Checkup
  readonly files: Files
}) {
  const t = checkupTexts(useEdition()).pictures
  const { picture } = checkup
  if (picture.length === 0) return null
  return (
    <Block title={t.heading}>
      <div className={styles['pictures']}>
        {picture.map(({ url, caption }, index) => (
          <Picture
            key={url}
            url={url}
            caption={caption}
            name={
              caption ??
              (picture.length === 1 ? t.untitled : t.untitledOf(index + 1, picture.length))
            }
            files={files}
          />
        ))}
      </div>
    </Block>
  )
}
