// refused: package
export { useQuery } from '@tanstack/react-query'
