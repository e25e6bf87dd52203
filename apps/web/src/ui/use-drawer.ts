import { useCallback, useState } from 'react'

/** A drawer keeps its content while it slides out. */
export function useDrawer<T>() {
  const [open, setOpen] = useState(false)
  const [about, setAbout] = useState<T | null>(null)
  const show = useCallback((next: T) => {
    setAbout(next)
    setOpen(true)
  }, [])
  return { open, about, show, close: () => setOpen(false) }
}
