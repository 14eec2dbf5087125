/** The buttons beside a number field: they add a number to it, or set its maximum. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
  const input = button?.parentElement?.querySelector('input');
  if (button === null || !input) return;
  const { step = '' } = button.dataset;
  const [typed, max] = [
    /^\d{1,6}$/.test(input.value.trim()) ? Number(input.value) : 0,
    Number(input.dataset.max),
  ];
  input.value = String(step === 'max' ? max : typed + Number(step));
  input.dispatchEvent(new Event('input', { bubbles: true }));
});
