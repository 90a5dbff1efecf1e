import { useNavigate } from 'react-router-dom'
import { may } from '../../domain/access/may'
import { usePrincipal } from '../../ui/access'
import { showToast } from '../../ui/feedback'
import { paths } from '../../ui/paths'

/** After a patient was moved: says so, and leaves the record of one who is out of sight. */
export const useAfter = (onClose: () => void) => {
  const navigate = useNavigate()
  const principal = usePrincipal()
  return (
    said: string,
    moved: { readonly mayOpen: boolean } | null,
    /** Where more is told to who may still open the record. */
    more?: { readonly label: string; readonly path: string },
  ): void => {
    showToast('stay', said, {
      tone: 'info',
      ...(more === undefined || moved?.mayOpen !== true
        ? {}
        : { action: { label: more.label, run: () => void navigate(more.path) } }),
    })
    if (moved?.mayOpen !== false) return onClose()
    const isArchivist = principal !== null && may(principal, 'patient-archive.view')
    return void navigate(isArchivist ? paths.patients() : paths.virtualWard(), { replace: true })
  }
}
