/** Shows the cost and duration of a batch in the training form while the player types. */
import { resources } from '../../contract/vocabulary.ts';
import { countOf, group, lasting } from '../../shared-ui/numbers.ts';

function updateTotal(): void {
  const form = document.querySelector<HTMLFormElement>('form.train');
  const total = document.getElementById('train-total');
  const button = form?.querySelector<HTMLElement>('[type=submit]');
  if (!form || total === null || !button) return;
  const unit = form.querySelector<HTMLInputElement>('[name=unit_type]:checked')?.value ?? '';
  const typed = form.querySelector<HTMLInputElement>('#train-quantity')?.value.trim() ?? '';
  const unitRow = form.querySelector<HTMLElement>(`[data-unit="${unit}"]`);
  form.querySelector<HTMLElement>('#train-quantity')?.setAttribute('data-max', unitRow?.dataset.most ?? '0');
  const quantity = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  if (unitRow === null || quantity === 0) {
    total.textContent = '';
    button.textContent = 'Train them';
    return;
  }
  const { dataset } = unitRow;
  const costs = resources.map((word) => `${group(Number(dataset[word]) * quantity)} ${word}`);
  const people = Number(dataset.people) * quantity;
  total.textContent = `${costs.join(', ')}; ${group(people)} people, ready in ${lasting(Number(dataset.ms) * quantity)}`;
  const name = (dataset.name ?? '').toLowerCase();
  button.textContent = `Train ${countOf(quantity, name)}`;
  const isBarred = dataset.reason !== undefined || quantity > Number(dataset.most);
  button.classList.toggle('idle', isBarred);
  button.classList.toggle('go', !isBarred);
}

document.addEventListener('input', updateTotal);
document.addEventListener('refreshed', updateTotal);
updateTotal();
