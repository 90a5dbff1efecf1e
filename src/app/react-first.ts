// React makes errors while it loads. With a debugger or bench, each re-reads the whole script: so
// it has one of its own (scripts/chunks.ts).
import 'react-dom/client'
