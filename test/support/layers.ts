/** Whether instances of tests have the layers that speed them up. What the game does may not depend on it. */
export const hasLayers = process.env.TEST_LAYERS_OFF !== 'all';
