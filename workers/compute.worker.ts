import '../src/domain/without-eval'
import { expose } from 'comlink'
import { createKeeping } from '../src/data/keeping'

/*
 * Data work off the page's thread (docs/decisions/0012). Ended at every lock and change of store.
 */
expose(createKeeping())
