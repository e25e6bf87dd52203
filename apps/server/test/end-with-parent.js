import process from 'node:process'

// The parent process holds the other end: however it ends, the server ends too.
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
