import { expose } from 'comlink'
import { createKeeping } from '../src/data/keeping'

/*
 * Work of the data floor that would hold the page's thread (docs/decisions/0012). Ended by the page
 * at every lock and change of store.
 */
expose(createKeeping())
