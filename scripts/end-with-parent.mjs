// Loaded before a process of ours (node --import): it ends when the command that started it is
// gone, however that died, so that no orphan keeps the port or the database's lock. The parent
// holds the other end of standard input.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
process.stdin.unref?.()
