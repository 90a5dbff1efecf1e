import { trustOwnScripts, type TrustedTypes } from './trusted-types'

// Before React and Mantine: without it the browser refuses their first style sheet.
trustOwnScripts((globalThis as { trustedTypes?: TrustedTypes }).trustedTypes, location.href)
