import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

/** Leads to the overview that fits: over all customers, or of one network. */
export function Overview() {
  const { several } = useCompanyScope()
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: several ? paths.overviewGlobal : paths.overviewNetwork, replace: true })
  }, [several, navigate])
  return null
}
