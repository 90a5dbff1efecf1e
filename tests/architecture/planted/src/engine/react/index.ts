// allowed
export { useQuery } from '@tanstack/react-query'
