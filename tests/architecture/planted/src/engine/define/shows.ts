// refused: package
export { useEffect } from 'react'
