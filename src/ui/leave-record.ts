import { useNavigate } from 'react-router-dom'
import { useMay } from './access'
import { paths } from './paths'

/** Leaves the record of a patient who is out of sight now, for a list that the user has. */
export const useLeaveRecord = (): (() => void) => {
  const navigate = useNavigate()
  const isArchivist = useMay('patient-archive.view')
  return () =>
    void navigate(isArchivist ? paths.patients() : paths.virtualWard(), { replace: true })
}
