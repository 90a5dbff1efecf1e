// Apart, so that the first load has no icon that only pages of who is signed in show.
export * from './frame-icons'
export * from './page-icons'
