import { useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { afterProgramme } from './ota.ts'

/** Tenants per request. */
const atOnce = 5

/** Starts a programme in tenants, a few at a time, to show progress. Skipped ones can be retried. */
export function useProgrammeTenants() {
  const reread = useRefreshReads()
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)

  const start = async (programmeId: string, companyIds: readonly string[]) => {
    const sum = { started: 0, refused: 0 }
    setProgress({ done: 0, all: companyIds.length })
    try {
      for (let at = 0; at < companyIds.length; at += atOnce) {
        const answer = await api('POST /ota/api/v2/ota/programme/:programmeId/tenants', {
          programmeId,
          companyIds: companyIds.slice(at, at + atOnce),
        })
        sum.started += answer.started
        sum.refused += answer.refused
        setProgress({ done: Math.min(companyIds.length, at + atOnce), all: companyIds.length })
      }
      return sum
    } finally {
      setProgress(null)
      await reread(...afterProgramme)
    }
  }

  const move = async (
    programmeId: string,
    companyIds: readonly string[],
    wanted: 'pause' | 'resume' | 'cancel',
  ) => {
    let moved = 0
    for (let at = 0; at < companyIds.length; at += atOnce) {
      const answer = await api('POST /ota/api/v2/ota/programme/:programmeId/move', {
        programmeId,
        companyIds: companyIds.slice(at, at + atOnce),
        move: wanted,
      })
      moved += answer.moved
    }
    await reread(...afterProgramme)
    return moved
  }
  return { progress, start, move }
}
