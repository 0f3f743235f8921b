throw new Error('this worker is broken')
