import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from './paths.mjs'

const lockFile = path.join(root, '.prepare.lock')

/** Runs `work` while no other start or test prepares this clone. A dead holder's lock is removed. */
export async function withLock(work) {
  let announced = false
  while (!tryTake()) {
    const holder = holderOf(lockFile)
    if (holder !== null && !isAlive(holder)) removeStale(holder)
    else {
      if (!announced)
        process.stderr.write(`Waiting for process ${holder ?? '?'}, which is preparing this clone.\n`)
      announced = true
      await delay(200)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function tryTake() {
  // Linked into place with its content, so that a lock always has a holder.
  const own = `${lockFile}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lockFile)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function removeStale(holder) {
  const aside = `${lockFile}.stale.${process.pid}`
  try {
    renameSync(lockFile, aside)
    // Another process was faster, and this is its new lock: restore it.
    if (holderOf(aside) !== holder) linkSync(aside, lockFile)
  } catch {
    // Gone or taken meanwhile: the next round detects it.
  } finally {
    rmSync(aside, { force: true })
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
