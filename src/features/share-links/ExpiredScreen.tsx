import { Button } from '@mantine/core'
import { shareLinksTexts } from '../../texts/share-links'
import { useEdition } from '../../ui/edition'
import { paths } from '../../ui/paths'

/** /expiredShareToken. The sign-in is a page of its own: this one still belongs to the link. */
export function ExpiredScreen() {
  const t = shareLinksTexts(useEdition()).expired
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.text}</p>
      <Button component="a" href={paths.login()}>
        {t.login}
      </Button>
    </>
  )
}
