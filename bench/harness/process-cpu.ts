import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Ticks of /proc per second: USER_HZ, which is 100 on every Linux that Node supports, but is queried anyway.
 */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Milliseconds of CPU since their start. */
export interface CpuTimes {
  readonly server: number
  /** The postmaster with all its backends, including ended ones. */
  readonly database: number
  /** Everything on the machine, this process included. */
  readonly machine: number
}

/** A process and its database. */
export function cpuTimes(serverPid: number): CpuTimes {
  const processes = readProcesses()
  const below = descendants(serverPid, processes)
  const sum = (pids: Iterable<number>) =>
    [...pids].reduce((total, pid) => total + (processes.get(pid)?.milliseconds ?? 0), 0)
  return { server: sum([serverPid]), database: sum(below), machine: machineTime() }
}

export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return {
    server: after.server - before.server,
    database: after.database - before.database,
    machine: after.machine - before.machine,
  }
}

/** Milliseconds of CPU of this process and its ended children. */
export function ownTime(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  return timesOf(stat).milliseconds
}

/** Milliseconds of CPU of one process, such as a database backend; 0 once it has ended. */
export function timeOf(pid: number): number {
  return timesOf(readQuietly(`/proc/${pid}/stat`)).milliseconds
}

/** Resident memory in megabytes (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes ?? 0) * 1024) / 1e6
}

/** Proportional memory (PSS) of all descendants of a process, in megabytes. */
export function proportionalMegabytesBelow(pid: number): number {
  return [...descendants(pid, readProcesses())].reduce((sum, below) => sum + proportionalMegabytes(below), 0)
}

/** Of one process; 0 once it has ended. */
export function proportionalMegabytes(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(readQuietly(`/proc/${pid}/smaps_rollup`))?.[1]
  return (Number(kibibytes ?? 0) * 1024) / 1e6
}

interface ProcessTimes {
  parent: number
  milliseconds: number
}

function readProcesses(): Map<number, ProcessTimes> {
  const found = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    found.set(Number(name), timesOf(readQuietly(`/proc/${name}/stat`)))
  }
  return found
}

function timesOf(stat: string): ProcessTimes {
  // The name in brackets may contain anything: count fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
  return { parent: Number(fields[1]), milliseconds: (ticks * 1000) / ticksPerSecond }
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function descendants(root: number, processes: ReadonlyMap<number, ProcessTimes>): Set<number> {
  const found = new Set<number>()
  let grown = true
  while (grown) {
    grown = false
    for (const [pid, { parent }] of processes) {
      if (found.has(pid) || (parent !== root && !found.has(parent))) continue
      found.add(pid)
      grown = true
    }
  }
  return found
}

/** Everything on the machine. */
export function machineTime(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split(/\s+/, 9)
    .map(Number)
  const ticks = (user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0)
  return (ticks * 1000) / ticksPerSecond
}
